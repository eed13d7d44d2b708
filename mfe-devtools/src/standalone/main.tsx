import { openAlone } from '@patchwork/build/standalone';
import { Component as Panel } from '../exposes/Panel.tsx';
import { Component as RequestTester } from '../exposes/RequestTester.tsx';

openAlone('mfe-devtools', [{ path: '/mockman', Component: RequestTester }], [], Panel);
