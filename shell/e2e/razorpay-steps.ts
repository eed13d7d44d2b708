/** Razorpay's window as far as the page sees it, in place of its script: what was opened, the last one last. */
export const razorpayScript = `
window.opened = [];
window.Razorpay = class {
  constructor(options) { this.options = options; this.failed = []; }
  on(event, listener) { if (event === 'payment.failed') this.failed.push(listener); }
  open() { window.opened.push(this); }
  close() { this.options.modal.ondismiss(); }
};`;
