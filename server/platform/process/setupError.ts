/** Something whoever runs the club has to change, said in one sentence. Shown without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}
