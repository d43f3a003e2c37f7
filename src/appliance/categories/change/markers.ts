import type { Site } from '@webfilter/appliance-names'
import { inventedWord } from '../../absence/inventions'
import type { Markers } from './steps'

/**
 * Two names that stand for no website and that no category contains: names below `.invalid` cannot be registered (RFC 2606), and
 * sixteen random letters occur nowhere else.
 */
export function inventedMarkers(): Markers {
  return [marker(), marker()]
}

function marker(): Site {
  return `${inventedWord(16)}.invalid` as Site
}
