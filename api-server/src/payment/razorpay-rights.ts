/**
 * What Razorpay's checkout needs in a page, from Razorpay's Magento extension (etc/csp_whitelist.xml): the rights in the
 * checkout's remote.json, which the shop grants. Its script writes style elements and HTML, and a bank's window needs
 * its opener.
 */
export const razorpayRights = {
  self: ['html', 'inline-style', 'popup'],
  'https://checkout.razorpay.com': ['script'],
  'https://cdn.razorpay.com': ['script', 'image'],
  'https://api.razorpay.com': ['frame', 'payment'],
  'https://lumberjack.razorpay.com': ['connect'],
  'https://lumberjack-metrics.razorpay.com': ['connect'],
};
