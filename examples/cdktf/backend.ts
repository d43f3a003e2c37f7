import { LocalBackend, S3Backend, type TerraformStack } from 'cdktn'

/** Keeps the state of a stack in the bucket that a pipeline names, or in a folder beside this program. */
export function declareBackend(stack: TerraformStack): void {
  const file = `${stack.node.id}.tfstate`
  const bucket = process.env.STATE_BUCKET
  if (bucket) new S3Backend(stack, { bucket, key: file })
  else new LocalBackend(stack, { path: `../../../states/${file}` })
}
