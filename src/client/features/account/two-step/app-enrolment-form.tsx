import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import form from '#client/features/account/account-form.module.css';
import { FormFoot } from '#client/features/account/form-foot.tsx';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';
import { type AppEnrolment, appCodeForm, type NewRecoveryCodes } from '#shared/contracts/factors.ts';
import classes from './two-step.module.css';

const FAILED = 'Failed to change two-step sign-in. Please try again.';

export type AppEnrolmentFormProps = { enrolment: AppEnrolment; onEnabled: (made: NewRecoveryCodes) => void; onClose: () => void };

export function AppEnrolmentForm({ enrolment: { secret, uri, enrolment }, onEnabled, onClose }: AppEnrolmentFormProps) {
  const enable = trpc.auth.enableApp.useMutation();
  const {
    form: fields,
    onSubmit,
    isBusy,
    problem,
  } = useContractForm({
    initialValues: { code: '' },
    contract: () => appCodeForm,
    failed: FAILED,
    fieldOf: { 'auth.second_factor_code': 'code' },
    send: async ({ code }) => onEnabled(await enable.mutateAsync({ enrolment, code })),
  });
  const { focusOn } = fields;
  useEffect(() => focusOn('code'), [focusOn]);

  return (
    <form noValidate className={classes.enrolment} onSubmit={onSubmit}>
      <ol className={classes.steps}>
        <li>
          <p>Open your authenticator app and scan this picture.</p>
          <QrCode text={uri} />
        </li>
        <li>
          <p>Or type this key into the app:</p>
          <Secret secret={secret} />
        </li>
        <li>
          <TextInput
            className={form.field}
            label="6-digit code that the app shows now"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            {...fields.textProps('code')}
          />
        </li>
      </ol>
      <FormFoot problem={problem}>
        <Button type="submit" loading={isBusy}>
          Turn on
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </form>
  );
}

/** Dark on light in both colour schemes: many cameras read no other. */
function QrCode({ text }: { text: string }) {
  const [{ size, data }] = useState(() => encode(text, { ecc: 'M', border: 3 }));
  const path = data.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the authenticator app" shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function Secret({ secret }: { secret: string }) {
  const grouped = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  const copy = async () => {
    if (await copyText(secret)) toast.success('Key copied');
    else toast.error('The key could not be copied. Please select it and copy it by hand.');
  };
  return (
    <p className={classes.secret}>
      <code translate="no">{grouped}</code>
      <Button variant="default" size="sm" onClick={() => void copy()}>
        Copy key
      </Button>
    </p>
  );
}
