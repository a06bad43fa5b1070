import { Button } from '@mantine/core';
import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { copyText } from '#client/ui/copy-text.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { toast } from '#client/ui/toasts.ts';
import { printText } from './print-text.ts';
import classes from './two-step.module.css';

export type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** While they can be seen: they are never shown again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { appName } = pageConfig();
  const place = useRef<HTMLElement>(null);
  const text = [`Recovery codes for ${appName}`, 'Each signs you in once, in place of the second step.', '', ...codes, ''].join('\n');

  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, []);

  const copy = async () => {
    if (await copyText(text)) toast.success('Recovery codes copied');
    else toast.error('The codes could not be copied. Please select them and copy them by hand.');
  };

  return (
    <section ref={place} className={classes.codes} tabIndex={-1} aria-labelledby="recovery-codes-title">
      <h3 id="recovery-codes-title">Your recovery codes</h3>
      <p>Keep them where you find them without your phone. Each signs you in once. They are shown only this once.</p>
      <ul translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<Copy size={18} />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={18} />}
          onClick={() => saveFile({ name: `${appName.toLowerCase()}-recovery-codes.txt`, type: 'text/plain', text })}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<Printer size={18} />} onClick={() => printText(text)}>
          Print
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </section>
  );
}
