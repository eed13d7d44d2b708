const secretNames = new Set([
  'authorization',
  'token',
  'encodedtoken',
  'password',
  'confirmpassword',
  'cookie',
]);

/** Whether a header or field of this name holds a secret, which a shared screen must not show. */
export const isSecret = (name: string): boolean => secretNames.has(name.toLowerCase());
