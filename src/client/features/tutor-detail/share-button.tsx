import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { withLocale } from '#shared/domain/locale-paths.ts';

const ShareMenu = lazyPart(() => import('./share-menu.tsx').then((module) => module.ShareMenu));

/** By what the device offers; the menu for the others comes with the first press. */
export function ShareButton({ id, name }: { id: string; name: string }) {
  const { t, i18n } = useLingui();
  const [isPressed, setPressed] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const { appName } = pageConfig();
  const title = t`${name}, tutor on ${appName}`;
  const label = t`Share the profile of ${name}`;
  const icon = <Share2 size={20} aria-hidden="true" />;

  const share = () => {
    const url = `${window.location.origin}${withLocale(`/tutors/${id}`, i18n.locale)}`;
    // Refused where it is closed without a choice.
    if ('share' in navigator) navigator.share({ title, url }).catch(() => null);
    else setPressed(true);
  };
  return (
    <>
      {!isReplaced && (
        <ActionIcon aria-label={label} onClick={share}>
          {icon}
        </ActionIcon>
      )}
      <ShareMenu
        isNeeded={isPressed}
        onLoadError={() => setPressed(false)}
        onMount={() => setReplaced(true)}
        label={label}
        icon={icon}
        title={title}
        id={id}
      />
    </>
  );
}
