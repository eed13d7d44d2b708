export { Picker as Component } from '../pages/Picker.tsx';
