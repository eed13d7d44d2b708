const secretNames = new Set([
  'authorization',
  'token',
  'encodedtoken',
  'password',
  'confirmpassword',
  'cookie',
]);

/** Whether what goes by this name must not stand on a shared screen: a header's name, or a field's. */
export const isSecret = (name: string): boolean => secretNames.has(name.toLowerCase());
