/**
 * What a text that is no list of sites looks like by its beginning, such as `an HTML page`; undefined where it could be a list in
 * some other form.
 */
export function apparentFormat(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, examined))
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart()
  return formats.find(([, begins]) => begins.test(beginning))?.[0]
}

/** Bytes; comments and a heading of XML may stand before what tells the format. */
const examined = 4096

const formats: readonly (readonly [string, RegExp])[] = [
  ['an HTML page', /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/iu],
  ['XML', /^<(?:\?xml|!--|!doctype|[a-z_][\w.:-]*[\s/>])/iu],
  // Not the heading [Adblock Plus 2.0].
  ['JSON', /^(?:\{\s*["}]|\[\s*[[{"\]\d-])/u],
  ['the response of a web server', /^HTTP\/\d/u],
]
