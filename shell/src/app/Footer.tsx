import { GitHubIcon, InstagramIcon, PinterestIcon } from './icons.tsx';
import { shellRegion } from './region.ts';

const socialLinks = [
  { name: 'Instagram', href: 'https://www.instagram.com/', Icon: InstagramIcon },
  { name: 'Pinterest', href: 'https://www.pinterest.com/', Icon: PinterestIcon },
  { name: 'GitHub', href: 'https://github.com/', Icon: GitHubIcon },
];

export function Footer() {
  return (
    <footer className="shop-footer" {...shellRegion}>
      <p className="shop-brand">Patchwork</p>
      <ul className="shop-social">
        {socialLinks.map(({ name, href, Icon }) => (
          <li key={name}>
            <a className="icon-link" href={href} aria-label={name} rel="noreferrer">
              <Icon />
            </a>
          </li>
        ))}
      </ul>
      <p className="shop-copyright">© 2026 Patchwork. Sewn from independent pieces.</p>
    </footer>
  );
}
