// A glass cup: outer radius 40 mm, height 90 mm, wall 4 mm, bottom 5 mm. Edges of length lc [m].
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 0.09, 0.04};
Cylinder(2) = {0, 0, 0.005, 0, 0, 0.1, 0.036};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.CharacteristicLengthMin = lc;
Mesh.CharacteristicLengthMax = lc;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
