import { openAlone } from '@patchwork/build/standalone';
import { Component as TemplatePage } from '../exposes/TemplatePage.tsx';

openAlone('mfe-template', [{ path: '/template-route', Component: TemplatePage }]);
