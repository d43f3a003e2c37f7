import { constants } from 'node:buffer'
import { largestRequest } from '@webfilter/terraform-plugin'
import { longestList, longestPackedList, mostEntries } from '../src/list-size'

/** Of all that is not the list itself; bytes. */
const rest = 2 ** 20

test('a state with the longest packed list fits into what holds it several times', () => {
  expect(6 * longestPackedList + rest).toBeLessThan(constants.MAX_STRING_LENGTH)
  expect(4 * longestPackedList + rest).toBeLessThan(largestRequest)
})

test('the longest file fits into a text, and its entries into the numbers that are sorted', () => {
  expect(longestList).toBeLessThan(constants.MAX_STRING_LENGTH)
  expect(mostEntries).toBeLessThanOrEqual(2 ** 24)
})
