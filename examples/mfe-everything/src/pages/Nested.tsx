import { Link, useLocation, useParams } from '@patchwork/shop';
import { Navigate, Route, Routes } from '@patchwork/shop/routes';
import { PageHeading } from '@patchwork/shop/ui';

const Photo = () => <PageHeading>{`Photo ${useParams().id}`}</PageHeading>;

const Over = () => <dialog open>Photo {useParams().id} over the list</dialog>;

const Missing = () => (
  <>
    <meta name="robots" content="noindex" />
    <PageHeading>No such page here</PageHeading>
  </>
);

function List() {
  const here = useLocation();
  return (
    <>
      <PageHeading>Nested routes</PageHeading>
      <Link to="wool">Open wool</Link>{' '}
      <Link to="wool" state={{ backgroundLocation: here }} preventScrollReset>
        Open wool over the list
      </Link>
    </>
  );
}

/** Everything below its path: a redirect, a list, a page with a parameter, and the same page over the list. */
export function Nested() {
  const here = useLocation();
  const { backgroundLocation: behind } = Object(here.state);
  return (
    <div className="container">
      <Routes location={behind ?? here}>
        <Route index element={<Navigate to="photos" replace />} />
        <Route path="photos">
          <Route index element={<List />} />
          <Route path=":id" element={<Photo />} />
        </Route>
        <Route path="*" element={<Missing />} />
      </Routes>
      {behind && (
        <Routes>
          <Route path="photos/:id" element={<Over />} />
        </Routes>
      )}
    </div>
  );
}
