import { openAlone } from '@patchwork/standalone';
import { Component as TemplatePage } from '../exposes/TemplatePage.tsx';

openAlone('mfe-template', [{ path: '/template-route', Component: TemplatePage }]);
