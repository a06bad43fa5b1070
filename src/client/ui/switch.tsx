import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';

// Not an export of Mantine's own: the build would drop this module, and the styles with it.
export function Switch(props: SwitchProps) {
  return <MantineSwitch {...props} />;
}
