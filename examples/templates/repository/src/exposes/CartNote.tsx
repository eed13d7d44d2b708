export { CartNote as Component } from '../features/cart-note/CartNote.tsx';
