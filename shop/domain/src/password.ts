/**
 * Returns the text of a password that is hashed and compared, so that it is the same on each keyboard and system: RFC
 * 8265's profile OpaqueString, in which each space is that of ASCII, and the text is in Unicode's NFC. Letters that only
 * look alike stay different, as do cases and widths. Nothing is refused or cut off: not even what the profile disallows,
 * such as control characters, because a password may have any characters (OWASP ASVS 5, 6.2.5).
 */
export const normalizePassword = (password: string): string =>
  password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
