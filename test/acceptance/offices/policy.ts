import { Lazy } from 'cdktf'
import type { ApplianceFleetConfig } from 'terraform-provider-appliance/cdktf/constructs/appliance-fleet'

/** Sites that are blocked until somebody has looked at them. Every part of the program may add to them. */
export const quarantined: string[] = ['fresh.malware.example']

/** What all offices filter. Half of the lists come from files. */
export const policy = {
  categories: {
    ads: {
      name: 'Advertising',
      description: 'Advertising networks',
      sites: ['doubleclick.net', 'adserver.example'],
    },
    trackers: { name: 'Trackers', sites: ['pixel.example', 'adserver.example'] },
    // Made on each appliance before this program was.
    partners: {
      name: 'Partners',
      sites: ['supplier.example', 'bücher.example'],
      onDestroy: 'keep',
      importId: 'Partners',
    },
    quarantine: { name: 'Quarantine', sites: Lazy.listValue({ produce: () => quarantined }) },
    malware: { name: 'Malware', sitesFile: 'lists/malware.txt' },
    phishing: { name: 'Phishing', sitesFile: 'lists/phishing.txt' },
    gambling: { name: 'Gambling', sitesFile: 'lists/gambling.txt' },
    social: { name: 'Social networks', sitesFile: 'lists/social.txt' },
  },
  sharedSites: ['adserver.example'],
} satisfies ApplianceFleetConfig['policy']
