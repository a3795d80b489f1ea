"""An orbit and its sensitivities: how the places of a body change with the shape of its orbit."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import orbits  # noqa: E402

# All places at once: each parameter has an axis for the points.
anomaly = np.linspace(0, 2 * np.pi, 100)
points = orbits.kepler.at(anomaly, np.full(100, 0.6), np.ones(100))
place, jacobian = points.value(), points.jacobian()
by_anomaly, by_eccentricity, by_axis = jacobian

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5))
left.plot(*place.T, color="0.6")
left.plot(0, 0, "o", color="orange")
for name, arrows, colour in [("eccentricity", by_eccentricity, "C0"), ("axis", by_axis, "C1")]:
    left.quiver(*place[::7].T, *0.1 * arrows[::7].T, color=colour, angles="xy", scale_units="xy", scale=1, width=0.004, label=name)
left.set(title="an orbit, and its changes by 0.1 of each parameter", xlabel="x in au", ylabel="y in au", aspect="equal")
left.legend(loc="center")

right.plot(anomaly, np.linalg.norm(by_anomaly, axis=1), label="mean anomaly")
right.plot(anomaly, np.linalg.norm(by_eccentricity, axis=1), label="eccentricity")
right.plot(anomaly, np.linalg.norm(by_axis, axis=1), label="axis")
right.set(title="sensitivities of the place", xlabel="mean anomaly", ylabel="au", ylim=0)
right.legend()

figure.tight_layout()
figure.savefig("orbit.png")
print("orbit.png")
