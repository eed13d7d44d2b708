import { openAlone } from '@patchwork/build/standalone';
import declaration from '../../remote.json';
import { Component as Login } from '../exposes/Login.tsx';
import { Component as Logout } from '../exposes/Logout.tsx';
import { Component as Profile } from '../exposes/Profile.tsx';
import { Component as Signup } from '../exposes/Signup.tsx';

openAlone(declaration, {
  './Login': Login,
  './Signup': Signup,
  './Logout': Logout,
  './Profile': Profile,
});
