import { openAlone } from '@patchwork/standalone';
import { Component as RequestTester } from '../exposes/RequestTester.tsx';

openAlone('mfe-devtools', [{ path: '/mockman', Component: RequestTester }]);
