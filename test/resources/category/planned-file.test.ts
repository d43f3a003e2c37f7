import { isPlannedFile, refuseChangedFile } from '../../../src/resources/category/list-private-data'

const planned = {
  path: 'lists/ads.txt',
  bytes: 'aa'.repeat(32),
  sites_digest: 'of a and b',
  site_count: 2,
  file_digest: 'aa'.repeat(32),
}

describe('the file of a list', () => {
  it('that is the same at apply is taken', () => {
    expect(() => refuseChangedFile(planned, planned)).not.toThrow()
  })

  it('that has other bytes but leads to the same plan is taken, as Terraform takes it', () => {
    expect(() => refuseChangedFile(planned, { ...planned, bytes: 'bb' })).not.toThrow()
  })

  it('that has the same bytes is taken: another reason makes the list another one', () => {
    expect(() => refuseChangedFile(planned, { ...planned, sites_digest: 'of a' })).not.toThrow()
  })

  it('of which nothing is known at apply is taken', () => {
    expect(() => refuseChangedFile(planned, undefined)).not.toThrow()
  })

  it.each([
    ['sites', { bytes: 'bb'.repeat(32), sites_digest: 'of a', site_count: 1, file_digest: 'bb'.repeat(32) }],
    ['comments', { bytes: 'bb'.repeat(32), file_digest: 'bb'.repeat(32) }],
  ])('that has other %s is refused by its name, with what was planned and what is there', (_, now) => {
    const refused = () => refuseChangedFile(planned, { ...planned, ...now })
    expect(refused).toThrow('The file "lists/ads.txt" changed after the plan. The plan found 2 sites')
    expect(refused).toThrow('(SHA-256 of the file: bbbbbbbbbbbbbbbb…)')
  })

  it.each([null, 'a', {}, { ...planned, bytes: 1 }, { ...planned, site_count: '2' }])(
    'is nothing where another release noted %j',
    (json) => {
      expect(isPlannedFile(json)).toBe(false)
    },
  )
})
