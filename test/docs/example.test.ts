import { importIn } from '../../scripts/docs/example'

describe('the import of an example', () => {
  it('is read from the last line of its script', () => {
    const script = '# By its name, or by its number.\nterraform import appliance_category.ads 250\n'
    expect(importIn(script)).toEqual({ address: 'appliance_category.ads', id: '250' })
  })

  it('may be of one instance among several, and have spaces in its id', () => {
    const script = `terraform import 'appliance_category.all["ads"]' 'ads and banners'`
    expect(importIn(script)).toEqual({ address: 'appliance_category.all["ads"]', id: 'ads and banners' })
  })

  it.each([
    ['another command', 'terraform plan'],
    ['no id', 'terraform import appliance_category.ads'],
    ['quotes that a shell would take away', 'terraform import appliance_category.all["ads"] 250'],
    ['nothing', ''],
  ])('is refused where there is %s', (_, script) => {
    expect(() => importIn(script)).toThrow('terraform import ADDRESS ID')
  })
})
