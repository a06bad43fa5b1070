import { Badge, Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import rows from '#client/features/account/icon-rows.module.css';
import { detectLang } from '#client/ui/detect-lang.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { ApiKeyView } from '#shared/contracts/api-keys.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { API_KEYS } from '#shared/vocabulary/limits.ts';
import classes from './api-keys.module.css';
import { SCOPE_WORDS } from './api-keys-words.ts';
import shared from './programs.module.css';

export type ApiKeyRowProps = { apiKey: ApiKeyView; now: Date; zone: string; onRevoke: () => void };

export function ApiKeyRow({ apiKey: { id, name, scope, hint, createdAt, lastUsedAt }, now, zone, onRevoke }: ApiKeyRowProps) {
  return (
    <li className={rows.row}>
      <span className={rows.icon} aria-hidden="true">
        <KeyRound size={20} />
      </span>
      <div className={classes.what}>
        <div className={classes.name}>
          <strong id={`key-${id}`} dir="auto" lang={detectLang(name)}>
            {name}
          </strong>
          <Badge color={scope === 'write' ? 'yellow' : 'teal'}>{SCOPE_WORDS[scope].label}</Badge>
        </div>
        <p className={shared.about}>
          <code>
            {API_KEYS.prefix}
            {hint}…
          </code>
        </p>
        <p className={shared.about}>
          Made on <ZonedInstant at={createdAt} zone={zone} />
        </p>
        <p className={shared.about}>{lastUsedAt ? `Last used ${relativeTime(lastUsedAt, now)}` : 'Never used'}</p>
      </div>
      <Button variant="default" className={rows.end} aria-describedby={`key-${id}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
