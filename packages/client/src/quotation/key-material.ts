/** A text with `***` in place of keys and certificates in PEM, and of hashes of passwords as directories and systems store them. */
export function withoutKeyMaterial(text: string): string {
  return [pem, pemInBase64, schemeHash, cryptHash, hashInBase64].reduce(
    (shown, expression) => shown.replaceAll(expression, '***'),
    text,
  )
}

/** A block that breaks off ends with the text. */
const pem = /-----BEGIN[\s\S]*?(?:-----END[^-]{0,80}-----|$(?![\s\S]))/g

/** `-----BEGIN` at the beginning of base64. */
const pemInBase64 = /LS0tLS1CRUdJTi[\w+/=\\\s-]*/g

const brace = String.raw`(?:\{|%7b|\\u007b|&#0*123;|&#x0*7b;|&lbrace;|&lcub;)`
const closing = String.raw`(?:\}|%7d|\\u007d|&#0*125;|&#x0*7d;|&rbrace;|&rcub;)`

/** `{SSHA}…` of RFC 2307, in any scheme. */
const schemeHash = new RegExp(
  `${brace}(?:ssha|sha|smd5|md5|crypt|pbkdf2|argon2|bcrypt|scrypt|clear|plain|sasl|x-|nt|lm)[\\w-]{0,24}${closing}[^\\s"'<>&]*`,
  'gi',
)

const dollar = String.raw`(?:\$|%24|\\u0024|&#0*36;|&#x0*24;|&dollar;)`

/** `$6$salt$hash` of crypt, and its relatives. */
const cryptHash = new RegExp(
  `${dollar}(?:[0-9][a-z]?|g?y|apr1|sha1|md5|argon2(?:id|i|d)|pbkdf2[\\w-]{0,12}|scrypt|bcrypt[\\w-]{0,12})${dollar}[^\\s"'<>&]*`,
  'gi',
)

/** Such hashes in base64, as LDIF writes them: what `{SSHA`, `{CRYPT` and `$6$` begin with. */
const hashInBase64 =
  /(?<![\w+/-])(?:e1NTSEF|e1NIQX|e1NNRDV|e01ENX|e0NSWVBU|e1BCS0RGM|e0FSR09OM|e3NzaGF|e3NoYX|e2NyeXB0|JDYk|JDUk|JDEk|JDJ[ahy]|JHkk|JGFyZ29u)[\w+/=-]*/g
