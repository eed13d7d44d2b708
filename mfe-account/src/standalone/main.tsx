import { openAlone } from '@patchwork/build/standalone';
import { Component as Login } from '../exposes/Login.tsx';
import { Component as Logout } from '../exposes/Logout.tsx';
import { Component as Profile } from '../exposes/Profile.tsx';
import { Component as Signup } from '../exposes/Signup.tsx';

openAlone('mfe-account', [
  { path: '/login', Component: Login },
  { path: '/signup', Component: Signup },
  { path: '/logout', Component: Logout },
  { path: '/profile', Component: Profile },
]);
