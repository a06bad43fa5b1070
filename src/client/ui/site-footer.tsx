import { Link } from '@tanstack/react-router';
import { BadgeCheck, Mail, Phone, ShieldCheck, Users } from 'lucide-react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { Logo } from './logo.tsx';
import type { ShellBrand } from './shell-types.ts';
import classes from './site-footer.module.css';

export type SiteFooterProps = { brand: ShellBrand; year: number };

export function SiteFooter({ brand, year }: SiteFooterProps) {
  return (
    <footer className={classes.footer}>
      <ul className={classes.trust}>
        <li>
          <BadgeCheck size={22} aria-hidden="true" />
          Verified Platform
        </li>
        <li>
          <Users size={22} aria-hidden="true" />
          Trusted by 1000+ Students
        </li>
        <li>
          <ShieldCheck size={22} aria-hidden="true" />
          Quality Guaranteed
        </li>
      </ul>
      <div className={classes.middle}>
        <Logo name={brand.name} />
        <address className={classes.contact}>
          <a href={`mailto:${brand.supportEmail}`}>
            <Mail size={18} aria-hidden="true" />
            {brand.supportEmail}
          </a>
          <a href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>
            <Phone size={18} aria-hidden="true" />
            {brand.supportPhone}
          </a>
        </address>
      </div>
      <div className={classes.end}>
        <p>{`© ${year} ${brand.name}`}</p>
        <nav aria-label="More about us" className={classes.legal}>
          <Link to="/blogs">Blog</Link>
          <Link to="/privacy">Privacy Policy</Link>
          <Link to="/terms">Terms of Service</Link>
          <a href="/api/docs">API</a>
        </nav>
        <ColorSchemeSwitch />
      </div>
    </footer>
  );
}
