/** A test asks for something that the host does not imitate. It runs on an engine alone: `Workspace.attached`. */
export class EngineOnly extends Error {
  override readonly name = 'EngineOnly'

  constructor(what: string) {
    super(`The host does not imitate ${what}. Open the workspace of this test with Workspace.attached.`)
  }
}
