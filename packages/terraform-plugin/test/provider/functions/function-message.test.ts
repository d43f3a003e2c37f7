import { late } from '../../../src/provider/definition'
import { parameter, providerFunction, types } from '../../../src/provider/function'
import { functionMessages } from '../../../src/provider/schemas'

const written = providerFunction('written', {
  summary: 'Summary',
  description: 'Described.',
  deprecated: 'Use another one.',
  parameters: {
    first: parameter(types.setOf(types.number), { description: 'One.', nullable: true }),
    second: parameter(types.mapOf(types.bool), { description: 'Two.', unknownAllowed: true }),
  },
  variadic: { name: 'rest', parameter: parameter(types.string, { description: 'More.' }) },
  returns: types.listOf(types.string),
  run: () => [],
})

it('writes a signature as hosts read it', async () => {
  const type = (json: string) => Buffer.from(json)
  const markdown = { descriptionKind: 'markdown' }
  expect(await functionMessages([late('written', async () => written)])).toEqual({
    written: {
      parameters: [
        {
          name: 'first',
          type: type('["set","number"]'),
          allowNullValue: true,
          allowUnknownValues: false,
          description: 'One.',
          ...markdown,
        },
        {
          name: 'second',
          type: type('["map","bool"]'),
          allowNullValue: false,
          allowUnknownValues: true,
          description: 'Two.',
          ...markdown,
        },
      ],
      variadicParameter: {
        name: 'rest',
        type: type('"string"'),
        allowNullValue: false,
        allowUnknownValues: false,
        description: 'More.',
        ...markdown,
      },
      return: { type: type('["list","string"]') },
      summary: 'Summary',
      description: 'Described.',
      deprecationMessage: 'Use another one.',
      ...markdown,
    },
  })
  expect(await functionMessages(undefined)).toEqual({})
})
