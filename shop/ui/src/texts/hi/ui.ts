// Written by “pnpm types” from messages/hi/ui.json.
import type { Texts } from '../ui.ts';

export const texts: Texts = [
  `फिर कोशिश करें`,
  `लोड हो रहा है`,
  (values) => (values.list === "cart" ? `आपका कार्ट लोड हो रहा है` : values.list === "wishlist" ? `आपकी विशलिस्ट लोड हो रही है` : values.list === "orders" ? `आपके ऑर्डर लोड हो रहे हैं` : values.list === "addresses" ? `आपके पते लोड हो रहे हैं` : `आपकी सूची लोड हो रही है`),
  (values) => (values.list === "cart" ? `आपका कार्ट लोड नहीं हो सका।` : values.list === "wishlist" ? `आपकी विशलिस्ट लोड नहीं हो सकी।` : values.list === "orders" ? `आपके ऑर्डर लोड नहीं हो सके।` : values.list === "addresses" ? `आपके पते लोड नहीं हो सके।` : `आपकी सूची लोड नहीं हो सकी।`),
  (values) => (values.list === "cart" ? `आपका कार्ट अपडेट नहीं हो सका।` : values.list === "wishlist" ? `आपकी विशलिस्ट अपडेट नहीं हो सकी।` : values.list === "orders" ? `आपके ऑर्डर अपडेट नहीं हो सके।` : values.list === "addresses" ? `आपके पते अपडेट नहीं हो सके।` : `आपकी सूची अपडेट नहीं हो सकी।`),
  `मूल कीमत`,
];
