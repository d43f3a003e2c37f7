import {
  ConstructsMakerProviderTarget,
  Language,
  type ProviderSchema,
  TerraformProviderConstraint,
} from '@cdktf/commons'
// The root of the package cannot be loaded: it asks for a package that it does not bring.
import { TerraformProviderGenerator } from '@cdktf/provider-generator/lib/get/generator/provider-generator'
import { CodeMaker } from 'codemaker'
import { emissionFromInput } from './emission'

void emit()

async function emit(): Promise<void> {
  const { schema, constraint, folder } = await emissionFromInput<ProviderSchema>()
  const provider = new TerraformProviderConstraint(constraint)
  const generator = new TerraformProviderGenerator(new CodeMaker(), schema)
  generator.generate(new ConstructsMakerProviderTarget(provider, Language.TYPESCRIPT))
  await generator.save(folder)
}
