import { createFileRoute } from '@tanstack/react-router';
import { CategoriesPage } from '#client/features/catalogue/categories-page.tsx';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/admin/subject-categories')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(api.catalogue.categories.queryOptions()),
  head: () => pageTitle('Manage Categories'),
  component: Categories,
});

function Categories() {
  return <CategoriesPage actions={<ExportButton request={{ table: 'categories' }} />} />;
}
