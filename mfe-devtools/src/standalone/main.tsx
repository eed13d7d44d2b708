import { openAlone } from '@patchwork/build/standalone';
import declaration from '../../remote.json';
import { Component as Panel } from '../exposes/Panel.tsx';
import { Component as RequestTester } from '../exposes/RequestTester.tsx';

openAlone(declaration, { './RequestTester': RequestTester }, [], Panel);
