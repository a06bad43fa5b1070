import { Container, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Mail, Phone, ShieldCheck, Users } from 'lucide-react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { Logo } from './logo.tsx';
import type { ShellBrand } from './shell-types.ts';
import classes from './site-footer.module.css';
import { toTelUrl } from './tel-url.ts';

export type SiteFooterProps = { brand: ShellBrand };

export function SiteFooter({ brand }: SiteFooterProps) {
  return (
    <footer className={classes.footer}>
      <Container component="ul" className={classes.trust}>
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
      </Container>
      <Container className={classes.links}>
        <Group justify="space-between" gap="1rem 2rem" pt="2.5rem" pb="1.5rem" className={classes.brand}>
          <Logo name={brand.name} />
          <Group component="address" gap="0 1.75rem">
            <a href={`mailto:${brand.supportEmail}`}>
              <Mail size={18} aria-hidden="true" />
              {brand.supportEmail}
            </a>
            <a href={toTelUrl(brand.supportPhone)}>
              <Phone size={18} aria-hidden="true" />
              {brand.supportPhone}
            </a>
          </Group>
        </Group>
        <Group gap="0.5rem 2rem" pb="xl" fz="sm">
          <Text size="sm" c="dimmed">{`© ${new Date().getFullYear()} ${brand.name}`}</Text>
          <Group component="nav" aria-label="More about us" gap="0 1.5rem" mr="auto">
            <Link to="/blogs">Blog</Link>
            <Link to="/privacy">Privacy Policy</Link>
            <Link to="/terms">Terms of Service</Link>
            <a href="/api/docs">API</a>
          </Group>
          <ColorSchemeSwitch />
        </Group>
      </Container>
    </footer>
  );
}
