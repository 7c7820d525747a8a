import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** Leads from or to a public page, which is a document of its own and not a screen of the app. */
export const DocumentLink = ({ to, children, ...props }: Props) => (
  <a {...props} href={to}>
    {children}
  </a>
)
