import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** A switch at the end of its line; its styles come with the page that shows one. */
export { Switch } from '@mantine/core';
