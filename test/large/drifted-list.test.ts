import { category, numbered, Trial } from '../acceptance/trial'
import { describeWithEngine } from '../acceptance/workspace'

describeWithEngine('a long list that has lost some sites in the console', () => {
  it('is found by the first plan whose sample misses one, with the number of lost sites, and one apply adds all of them again', async () => {
    const trial = await Trial.attached()
    try {
      const sites = numbered(6_000, 'ad')
      await trial.list('sites.txt', ...sites)
      const declared = category('ads', 'sites_file = "sites.txt"')
      await trial.applied(declared)
      trial.appliance.store.removeSites(250, sites.slice(1_000, 1_121))
      // Others have added as many, so that the number tells nothing.
      trial.appliance.store.addSites(250, numbered(121, 'by-hand'))
      let said = ''
      // A sample of 2,000 misses one of them almost always.
      for (let plans = 0; plans < 8 && said === ''; plans += 1) {
        const { output, exitCode } = await trial.workspace.plan('-detailed-exitcode', '-out=found.tfplan')
        if (exitCode === 2) said = output
      }
      expect(said).toContain('121 sites are missing from category "ads"')
      expect(said).toMatch(/count +=\s+5879\s+->\s+6000/)
      const applied = await trial.workspace.run('apply', 'found.tfplan')
      expect(applied.output).toContain('1 changed')
      const there = new Set(trial.active('ads'))
      expect(sites.filter((site) => !there.has(site))).toEqual([])
      await trial.nothingToDo()
    } finally {
      await trial.close()
    }
  }, 180_000)
})
