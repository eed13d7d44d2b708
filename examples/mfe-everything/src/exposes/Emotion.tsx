export { Emotion as Component } from '../pages/Emotion.tsx';
