/** Tells a password manager whose password a form is about, where nobody types that. */
export const AccountName = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
)
