/** The public account behind 'Login as Guest'. A server without it refuses the guest. */
export const demoAccount: { readonly email: string; readonly password: string } = {
  email: 'asha@patchwork.example',
  password: 'marigold-2719',
};
