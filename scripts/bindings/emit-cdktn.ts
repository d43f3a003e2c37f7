import {
  ConstructsMakerProviderTarget,
  Language,
  type ProviderSchema,
  TerraformProviderConstraint,
} from '@cdktn/commons'
// The root of the package would load a compiler that nothing here needs.
import { TerraformProviderGenerator } from '@cdktn/provider-generator/build/get/generator/provider-generator'
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
