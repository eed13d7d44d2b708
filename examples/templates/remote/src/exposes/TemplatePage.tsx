export { TemplatePage as Component } from '../features/template-feature/TemplatePage.tsx';
