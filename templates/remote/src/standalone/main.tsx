import { openAlone } from '@patchwork/build/standalone';
import declaration from '../../remote.json';
import { Component as TemplatePage } from '../exposes/TemplatePage.tsx';

openAlone(declaration, { './TemplatePage': TemplatePage });
