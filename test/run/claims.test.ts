import { ManagedObjects } from '@webfilter/terraform-plugin/testing'
import { Claims } from '../../src/run/claims'

const typeName = 'appliance_ldap_group'

/** The claims of one run, by plans and creations of objects. */
function run() {
  const objects = new ManagedObjects(
    () => {},
    () => {},
  )
  const claims = new Claims()
  const claim = (name: string, object: Parameters<Claims['claim']>[2]) => claims.claim('group', name, object)
  return {
    /** Plans an object of a state. */
    plan(token: string, name: string, isReplaced = false): boolean {
      const object = objects.plan({ typeName, state: { id: token }, token }, undefined, false)
      const isClaimed = claim(name, object)
      object.isReplaced = isReplaced
      return isClaimed
    },
    /** Plans a creation, which is the second plan of a replacement if it says of what. */
    planCreation: (name: string, replaced?: string) =>
      claim(name, objects.planCreation(typeName, replaced !== undefined, replaced)),
    planImported(token: string, name: string): boolean {
      objects.imported(token)
      return claim(name, objects.plan({ typeName, state: { id: token }, token }, undefined, false))
    },
    create(token: string, name: string, isDone = true): boolean {
      const object = objects.create(typeName, token)
      const isClaimed = claims.create('group', name, object)
      objects.created(object, isDone ? { id: token } : null)
      return isClaimed
    },
    delete(token: string): void {
      objects.delete({ typeName, state: { id: token }, token: undefined, isBare: true })
    },
  }
}

describe('a thing that two objects declare', () => {
  it.each([
    ['two objects of the state', (of: Run) => [of.plan('a', 'x'), of.plan('b', 'x')]],
    ['two creations', (of: Run) => [of.planCreation('x'), of.planCreation('x')]],
    ['an object and a creation', (of: Run) => [of.plan('a', 'x'), of.planCreation('x')]],
    ['a creation and an object', (of: Run) => [of.planCreation('x'), of.plan('a', 'x')]],
    ['a creation and a replacement', (of: Run) => [of.planCreation('x'), of.plan('a', 'x', true)]],
    [
      'a replacement and a creation',
      (of: Run) => [of.plan('a', 'x', true) && of.planCreation('x', 'a'), of.planCreation('x')],
    ],
    [
      'a replacement, and a creation between its two plans',
      (of: Run) => [of.plan('a', 'x', true) && of.planCreation('x'), of.planCreation('x', 'a')],
    ],
    [
      'a replacement that a host asks for, and a creation between its two plans',
      (of: Run) => [of.plan('a', 'x'), of.planCreation('x')],
    ],
    ['two replacements', (of: Run) => [of.plan('a', 'x', true), of.plan('b', 'x', true)]],
    ['names of the directory in another letter case', (of: Run) => [of.plan('a', 'x'), of.plan('b', 'X')]],
    ['an object that was imported', (of: Run) => [of.plan('a', 'x'), of.planImported('b', 'x')]],
  ])('is refused to the second of %s', (_, plans) => {
    expect(plans(run())).toEqual([true, false])
  })
})

describe('a thing that one object declares', () => {
  it.each([
    ['is planned again', (of: Run) => [of.plan('a', 'x'), of.plan('a', 'x'), of.plan('a', 'x')]],
    ['gives it up in its next plan', (of: Run) => [of.plan('a', 'x'), of.plan('a', 'y'), of.plan('b', 'x')]],
    ['is replaced', (of: Run) => [of.plan('a', 'x', true), of.planCreation('x', 'a')]],
    ['is replaced because the host wants it', (of: Run) => [of.plan('a', 'x'), of.planCreation('x', 'a')]],
    [
      'is replaced by a host that does not say so',
      (of: Run) => [
        of.plan('a', 'x', true),
        of.plan('a', 'x', true),
        of.planCreation('x'),
        of.create('b', 'x'),
      ],
    ],
    [
      'is replaced by such a host, which plans all of it again',
      (of: Run) => [
        of.plan('a', 'x', true),
        of.planCreation('x'),
        of.plan('a', 'x', true),
        of.planCreation('x'),
      ],
    ],
    [
      'is imported after it was created',
      (of: Run) => [of.planCreation('x'), of.create('a', 'x'), of.planImported('b', 'x')],
    ],
    [
      'is created after a creation that failed',
      (of: Run) => [
        of.planCreation('x'),
        of.create('a', 'x', false),
        of.planCreation('x'),
        of.create('b', 'x'),
      ],
    ],
  ])('is allowed to an object that %s', (_, plans) => {
    const answers = plans(run())
    expect(answers).toEqual(answers.map(() => true))
  })

  it('is free after its object was deleted, with or without a plan', () => {
    const of = run()
    expect([of.plan('a', 'x'), of.delete('a'), of.planCreation('x'), of.create('b', 'x')]).not.toContain(
      false,
    )
    of.delete('b')
    expect([of.planCreation('x'), of.create('c', 'x')]).toEqual([true, true])
  })

  it('may be planned once more after it was created, but is not created again', () => {
    const of = run()
    expect([of.planCreation('x'), of.create('a', 'x')]).toEqual([true, true])
    expect([of.planCreation('x'), of.create('b', 'x'), of.create('c', 'x')]).toEqual([true, false, false])
  })
})

describe('a thing that one object gives up, and that another one is to create', () => {
  const objects = new ManagedObjects(
    () => {},
    () => {},
  )
  const stored = () => objects.plan({ typeName, state: { id: 'a' }, token: 'a' }, undefined, true)

  it('is known to the creation that is planned last, until the other plan is made again', () => {
    const [claims, creation, given] = [
      new Claims(),
      objects.planCreation(typeName, false, undefined),
      stored(),
    ]
    expect(claims.leave('certificate', 'x', given)).toBe(true)
    expect(claims.claim('certificate', 'x', creation)).toBe(true)
    expect([creation, given].map((each) => claims.isLeft('certificate', 'x', each))).toEqual([true, false])
    given.withdraw()
    expect(claims.isLeft('certificate', 'x', creation)).toBe(false)
  })

  it.each([
    [false, 'refused'],
    [true, 'allowed'],
  ])('is known to the object that is planned last: with adoption %j, it is %s', (isThere) => {
    const [claims, creation] = [new Claims(), objects.planCreation(typeName, false, undefined)]
    claims.claim('certificate', 'x', creation, isThere)
    expect(claims.leave('certificate', 'x', stored())).toBe(isThere)
  })
})

type Run = ReturnType<typeof run>
