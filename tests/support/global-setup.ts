import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '#db/migrate.ts';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `template_app_${process.pid}_${project.name}`;
  const { url, stop } = await startCluster();
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(template)}`;
  await migrate(url(template), 'drizzle');
  project.provide('adminUrl', url('postgres'));
  project.provide('template', template);
  return async () => {
    await admin`drop database if exists ${admin(template)} with (force)`;
    await admin.end({ timeout: 5 });
    await stop();
  };
}
